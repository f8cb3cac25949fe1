"""Line editing at a terminal, with history, by prompt_toolkit; imported only where people type."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


def can_edit_lines() -> bool:
    """Whether a person types here, at a terminal whose cursor can be moved."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def new_session() -> "PromptSession[str]":
    """Returns an input line with a history of its own, without colours."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import ColorDepth
    from prompt_toolkit.renderer import CPR_Support

    session = PromptSession[str](color_depth=ColorDepth.DEPTH_1_BIT, enable_suspend=True)
    # Menus would need to know where the cursor is. We have none, so no terminal is asked for it:
    # some never answer.
    session.app.renderer.cpr_support = CPR_Support.NOT_SUPPORTED
    return session

"""Collects tests that need a GPU only where there is one."""

from grav.lab.gpu import is_available

collect_ignore = [] if is_available() else ["test_on_gpu.py"]

"""An account in a browser: signing up, logging in, recovery codes, renaming, deleting."""

import re

import httpx
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Visit, Visitor
from tests.e2e.table_actions import open_review, press

PASSWORD = "a whole sentence"
REFUSED = r"Failed to load resource: the server responded with a status of 4\d\d .*"
"""Browsers log a 4xx answer, as to a wrong password, as a console error."""


def sign_up(visitor: Visit, name: str) -> Page:
    """Creates an account, and returns its page."""
    page = visitor.open("/settings")
    status: int = page.evaluate(
        """async body => (await fetch('/api/account', {
            method: 'POST',
            headers: {'content-type': 'application/json'},
            body: JSON.stringify(body),
        })).status""",
        {"name": name, "password": PASSWORD},
    )
    assert status == 201
    page.goto(f"{visitor.origin}/account")
    expect_signed_in(page, name)
    return page


def expect_signed_in(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def expect_no_account(page: Page) -> None:
    nobody = page.get_by_role("heading", name="You have no account here yet")
    expect(nobody).to_be_visible()


def sign_in(page: Page, name: str, password: str = PASSWORD) -> Locator:
    """Submits the sign-in form; returns the password field, which would show an error."""
    card = page.get_by_role("region", name="Sign in")
    card.get_by_label("Name", exact=True).first.fill(name)
    field = card.get_by_label("Password", exact=True)
    field.fill(password)
    card.get_by_role("button", name="Sign in").click()
    return field


def unfold(page: Page, title: str) -> Locator:
    """Unfolds one section of the account page."""
    heading = page.get_by_role("heading", name=title)
    heading.click()
    return page.get_by_role("group").filter(has=heading)


def expect_error_at(field: Locator, what: str) -> None:
    """Expects the field to have the focus, and an error that is visible and its description."""
    expect(field).to_have_accessible_description(re.compile(what))
    expect(field.page.get_by_text(what)).to_be_visible()
    expect(field).to_be_focused()


def confirm_codes(page: Page) -> list[str]:
    """Confirms that the shown recovery codes are saved, and returns them."""
    listed = page.get_by_role("list", name="Your recovery codes").get_by_role("listitem")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    go_on = page.get_by_role("button", name="Go on")
    expect(go_on).to_be_disabled()
    page.get_by_role("checkbox", name="I have put them in a safe place").check()
    go_on.click()
    return codes


def test_an_account_keeps_the_games_of_the_guest(visit: Visitor) -> None:
    visitor = visit()
    page = visitor.open("/settings")
    game = open_review(page, "a1", "e5")
    page.goto(f"{visitor.origin}/account")
    guest = page.get_by_role("heading", name="You play as a guest")
    expect(guest).to_be_visible()
    card = page.get_by_role("region", name="Make an account")
    card.get_by_label("Name", exact=True).fill("Azalea")
    card.get_by_label("Password", exact=True).fill(PASSWORD)
    card.get_by_role("button", name="Make an account").click()
    confirm_codes(page)
    expect_signed_in(page, "Azalea")
    page.get_by_role("main").get_by_role("link", name="My games").click()
    page.get_by_role("link", name=re.compile("^Over:")).click()
    page.wait_for_url(game)
    moves = page.get_by_role("region", name="Moves").get_by_role("listitem")
    expect(moves).to_have_text(["Start", "1 a1", "2 e5", "Resign"])


def test_recovery_codes_are_shown_once_and_sign_in(visit: Visitor) -> None:
    page = sign_up(visit(), "Begonia")
    part = unfold(page, "New recovery codes")
    part.get_by_label("Password", exact=True).fill(PASSWORD)
    part.get_by_role("button", name="New recovery codes").click()
    code = confirm_codes(page)[3]
    expect_signed_in(page, "Begonia")
    page.reload()
    expect_signed_in(page, "Begonia")
    expect(page.get_by_text(code)).to_have_count(0)
    press(page, "Sign out")
    page.get_by_text("Forgotten your password?").click()
    card = page.get_by_role("region", name="Sign in")
    card.get_by_label("Name", exact=True).last.fill("Begonia")
    card.get_by_label("Recovery code").fill(code)
    card.get_by_label("New password").fill("another sentence")
    press(page, "Set a new password")
    expect_signed_in(page, "Begonia")


def test_a_name_that_is_taken_is_reported_at_its_field(visit: Visitor) -> None:
    sign_up(visit(), "Camellia")
    page = visit(expected_errors=REFUSED).open("/account")
    card = page.get_by_role("region", name="Make an account")
    card.get_by_label("Name", exact=True).fill("camellia")
    card.get_by_label("Password", exact=True).fill(PASSWORD)
    card.get_by_role("button", name="Make an account").click()
    expect_error_at(card.get_by_label("Name", exact=True), "the name “camellia” is taken")
    expect(card.get_by_label("Password", exact=True)).to_have_value(PASSWORD)


def test_a_changed_password_replaces_the_old_one(visit: Visitor) -> None:
    page = sign_up(visit(expected_errors=REFUSED), "Dahlia")
    part = unfold(page, "Change the password")
    old = part.get_by_label("Password so far", exact=True)
    old.fill("no idea at all")
    part.get_by_label("New password", exact=True).fill("another sentence")
    part.get_by_role("button", name="Change the password").click()
    expect_error_at(old, "the password is wrong")
    old.fill(PASSWORD)
    part.get_by_role("button", name="Change the password").click()
    expect(part.get_by_text("The password is changed")).to_be_visible()
    press(page, "Sign out")
    expect_no_account(page)
    field = sign_in(page, "Dahlia")
    expect_error_at(field, "the name or the password is wrong")
    sign_in(page, "Dahlia", "another sentence")
    expect_signed_in(page, "Dahlia")


def test_another_session_is_ended(visit: Visitor) -> None:
    here = sign_up(visit(), "Erica")
    there = visit().open("/account")
    sign_in(there, "Erica")
    expect_signed_in(there, "Erica")
    here.reload()
    part = here.get_by_role("group").filter(
        has=here.get_by_role("heading", name="Where you are signed in")
    )
    expect(part.get_by_role("listitem")).to_have_count(2)
    expect(part.get_by_text("Here, now")).to_have_count(1)
    part.get_by_role("button", name=re.compile("^Sign out there: ")).click()
    expect(part.get_by_role("listitem")).to_have_count(1)
    expect(part.get_by_text("Here, now")).to_be_visible()
    there.reload()
    expect_no_account(there)
    here.reload()
    expect_signed_in(here, "Erica")


def test_a_token_is_accepted_until_it_is_revoked(visit: Visitor) -> None:
    visitor = visit()
    page = sign_up(visitor, "Fuchsia")
    part = unfold(page, "Tokens for programs")
    part.get_by_label("Name of the token").fill("my bot")
    part.get_by_role("button", name="Make a token").click()
    expect(part.get_by_text("Allow at least one thing")).to_be_visible()
    part.get_by_role("checkbox", name=re.compile("^Read your games")).check()
    part.get_by_role("button", name="Make a token").click()
    shown = part.get_by_role("list", name="The token “my bot”")
    secret = shown.get_by_role("listitem").inner_text()

    def answered() -> int:
        asked = {"authorization": f"Bearer {secret}"}
        return httpx.get(f"{visitor.origin}/api/games", headers=asked).status_code

    assert answered() == 200
    page.reload()
    part = unfold(page, "Tokens for programs")
    expect(part.get_by_text("my bot")).to_be_visible()
    expect(page.get_by_text(secret)).to_have_count(0)
    part.get_by_role("button", name="Revoke my bot").click()
    part.get_by_role("button", name="Revoke it for good").click()
    expect(part.get_by_text("You have no tokens.")).to_be_visible()
    assert answered() == 401


def delete(page: Page, name: str, password: str = PASSWORD) -> None:
    part = page.get_by_role("group").filter(
        has=page.get_by_role("heading", name="Delete the account")
    )
    part.get_by_label(re.compile("^Type your name")).fill(name)
    part.get_by_label("Password", exact=True).fill(password)
    part.get_by_role("button", name="Delete it for good").click()


def test_a_deleted_account_is_gone_after_saying_what_is_kept(visit: Visitor) -> None:
    visitor = visit(expected_errors=REFUSED)
    page = sign_up(visitor, "Gardenia")
    part = unfold(page, "Delete the account")
    expect(part.get_by_text("Your games stay, played by somebody without a name")).to_be_visible()
    delete(page, "Erica")
    expect_error_at(
        part.get_by_label("Type your name, Gardenia, to be sure"), "This is not your name"
    )
    delete(page, "Gardenia", "no idea at all")
    expect_error_at(part.get_by_label("Password", exact=True), "the password is wrong")
    delete(page, "Gardenia")
    page.wait_for_url(f"{visitor.origin}/")
    page.goto(f"{visitor.origin}/account")
    expect_no_account(page)
    expect_error_at(sign_in(page, "Gardenia"), "the name or the password is wrong")


def test_games_show_the_current_names_of_their_players(visit: Visitor) -> None:
    """Another visitor reloads the review after each change: no outdated name is cached."""
    visitor = visit()
    page = visitor.open("/settings")
    other = visit().open(open_review(page, "a1", "e5").removeprefix(visitor.origin))
    players = other.get_by_role("region", name="Players")
    expect(players.get_by_text("Player 1", exact=True)).to_be_visible()
    page = sign_up(visitor, "Hibiscus")
    other.reload()
    expect(players.get_by_text("Hibiscus", exact=True).first).to_be_visible()
    unfold(page, "Delete the account")
    delete(page, "Hibiscus")
    page.wait_for_url(f"{visitor.origin}/")
    other.reload()
    expect(players.get_by_text("Player 1", exact=True)).to_be_visible()
    expect(other.get_by_text("Hibiscus")).to_have_count(0)

"""Why a request about accounts is refused. A refused request changes nothing."""

from enum import StrEnum

from grav.text import GravError


class PeopleCode(StrEnum):
    BLOCK_SELF = "block_self"
    HAS_ACCOUNT = "has_account"
    NAME_LENGTH = "name_length"
    NAME_LETTERS = "name_letters"
    NAME_TAKEN = "name_taken"
    NEEDS_ACCOUNT = "needs_account"
    NO_SUCH_PERSON = "no_such_person"
    NO_SUCH_SESSION = "no_such_session"
    NO_SUCH_TOKEN = "no_such_token"
    PASSWORD_COMMON = "password_common"
    PASSWORD_LENGTH = "password_length"
    TOKEN_NAME = "token_name"
    TOO_MANY_BLOCKS = "too_many_blocks"
    TOO_MANY_TOKENS = "too_many_tokens"
    WRONG_CODE = "wrong_code"
    WRONG_LOGIN = "wrong_login"
    WRONG_PASSWORD = "wrong_password"


class PeopleRefusal(GravError):
    """An error with a code, and a sentence in every language."""

    def __init__(self, code: PeopleCode, /, **values: object) -> None:
        super().__init__(f"people.{code}", **values)
        self.code = code

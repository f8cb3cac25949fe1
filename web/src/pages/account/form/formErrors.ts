/** Assigns a refusal of the server to the form field that it is about. */
import { Problem } from "../../../client/api";

/** Error messages by field; `form` for those about none of its fields. */
export type FormErrors<Field extends string> = Readonly<Partial<Record<Field | "form", string>>>;

/**
 * Fields by refusal code, named as the server names them; the first one that the form has is used.
 */
const FIELDS_BY_CODE: Readonly<Record<string, readonly string[]>> = {
  name_length: ["name"],
  name_letters: ["name"],
  name_taken: ["name"],
  no_such_person: ["name"],
  block_self: ["name"],
  token_name: ["name"],
  password_common: ["new", "password"],
  password_length: ["new", "password"],
  wrong_login: ["password"],
  wrong_password: ["old", "password"],
  wrong_code: ["code"],
};

/** Returns the errors of a refusal; throws any other error again, as that is a bug. */
export function formErrorsOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): FormErrors<Field> {
  if (!(error instanceof Problem)) throw error;
  const { field, text } =
    error.code === "invalid" ? splitFieldName(error.message) : fieldAndText(error, fields);
  const own = fields.find((each) => each === field);
  return { [own ?? "form"]: own ? text : error.message } as FormErrors<Field>;
}

function fieldAndText(
  problem: Problem,
  fields: readonly string[],
): { field?: string; text: string } {
  const field = FIELDS_BY_CODE[problem.code]?.find((each) => fields.includes(each));
  return { field, text: problem.message };
}

/** Splits a message that names its field, such as “password: expected 8 letters or more”. */
function splitFieldName(message: string): { field?: string; text: string } {
  const [, field, text] = /^(\w+): (.+)$/s.exec(message) ?? [];
  return { field, text: text ?? message };
}

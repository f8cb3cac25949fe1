/** Assigns the server's refusal to the field of the form that it is about. */
import { Problem } from "../../../client/api";

/** What is wrong, by field; `form` where it is about no field of it. */
export type FormErrors<Field extends string> = Readonly<Partial<Record<Field | "form", string>>>;

/** Fields are named as the server names them; the first that a form has is meant. */
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

/** Throws what is no answer of the server: that is a mistake of ours. */
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

/** “password: expected 8 letters or more” says itself which field is meant. */
function splitFieldName(message: string): { field?: string; text: string } {
  const [, field, text] = /^(\w+): (.+)$/s.exec(message) ?? [];
  return { field, text: text ?? message };
}

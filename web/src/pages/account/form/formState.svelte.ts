/** State of a form: values, errors by field, and whether it is being sent. */
import { say } from "../../../text/say.svelte";
import { formErrorsOf, type FormErrors } from "./formErrors";

/** Longest input that the server reads at all, by field; it checks what it accepts itself. */
export const MAX_LENGTH = { name: 80, password: 200, code: 80, token: 60 } as const;

export class FormState<Field extends string> {
  values = $state() as Record<Field, string>;
  wrong = $state.raw({} as FormErrors<Field>);
  /** It is on its way: sent again meanwhile, it would count twice. */
  sending = $state(false);
  readonly #fields: readonly Field[];

  constructor(...fields: Field[]) {
    this.#fields = fields;
    this.values = this.#empty();
  }

  /**
   * Whether it was carried out; what was wrong stands at its field.
   * `check` sees what need not be asked of the server.
   */
  async send(
    how: (values: Readonly<Record<Field, string>>) => Promise<void>,
    check?: (values: Readonly<Record<Field, string>>) => FormErrors<Field>,
  ): Promise<boolean> {
    if (this.sending) return false;
    this.wrong = { ...this.#gaps(), ...check?.(this.values) };
    if (Object.keys(this.wrong).length > 0) return false;
    this.sending = true;
    try {
      await how({ ...this.values });
      this.values = this.#empty(); // passwords are not kept longer than needed
      return true;
    } catch (error) {
      this.wrong = formErrorsOf(error, this.#fields);
      return false;
    } finally {
      this.sending = false;
    }
  }

  #gaps(): FormErrors<Field> {
    const gaps = this.#fields.filter((field) => this.values[field] === "");
    return Object.fromEntries(
      gaps.map((field) => [field, say("account.fill_in")]),
    ) as FormErrors<Field>;
  }

  #empty(): Record<Field, string> {
    return Object.fromEntries(this.#fields.map((field) => [field, ""])) as Record<Field, string>;
  }
}

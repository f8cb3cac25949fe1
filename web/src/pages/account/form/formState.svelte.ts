/** State of a form: values, errors by field, and whether it is being sent. */
import { say } from "../../../text/say.svelte";
import { formErrorsOf, type FormErrors } from "./formErrors";

/** Maximum input lengths that the server reads at all, by field; the server has stricter limits. */
export const MAX_LENGTH = { name: 80, password: 200, code: 80, token: 60 } as const;

export class FormState<Field extends string> {
  values = $state() as Record<Field, string>;
  wrong = $state.raw({} as FormErrors<Field>);
  /** Whether a request is in progress; another would be sent twice. */
  sending = $state(false);
  readonly #fields: readonly Field[];

  constructor(...fields: Field[]) {
    this.#fields = fields;
    this.values = this.#empty();
  }

  /**
   * Sends the form and returns whether it was carried out; errors are shown at their fields.
   * `check` validates what the client can check alone.
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

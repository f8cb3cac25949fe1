/** How much the server reads of each field at all; what it accepts of that, it says itself. */
export const LONGEST = { name: 80, password: 200, code: 80, token: 60 } as const;

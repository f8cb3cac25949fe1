/** The account API: session, password, recovery codes, tokens, blocks, own games. One request per function. */
import type {
  BlockList,
  MadeToken,
  Page,
  RecoveryCodes,
  Registered,
  SessionAnswer,
  SessionList,
  TableRow,
  TokenAnswer,
  TokenList,
} from "../generated/messages";
import { del, get, post, put } from "./api";
import { identity, type Me } from "./identity.svelte";

export type { Me } from "./identity.svelte";

export type Session = SessionAnswer;
export type Token = TokenAnswer;
export type Scope = TokenAnswer["scopes"][number];

/** Recovery codes, which the server sends once. */
export type Codes = readonly string[];

export const account = {
  /** Reactive. null: nobody is signed in, or it is not known yet. */
  get me(): Me | null {
    return identity.me;
  },

  async refresh(): Promise<void> {
    identity.set(await get<Me | null>("/api/session"));
  },

  /** Turns the guest into an account, which keeps all games. */
  async signUp(name: string, password: string): Promise<Codes> {
    const made = await post<Registered>("/api/account", {
      name,
      password,
    });
    identity.switchTo(made.account);
    return made.recovery_codes;
  },

  async signIn(name: string, password: string): Promise<void> {
    identity.switchTo(await post<Me>("/api/session", { name, password }));
  },

  async signOut(): Promise<void> {
    await del("/api/session");
    identity.switchTo(null);
  },

  /** Sets a new password by a recovery code, which is used up. */
  async recover(name: string, code: string, password: string): Promise<void> {
    identity.switchTo(await post<Me>("/api/recovery", { name, code, password }));
  },

  /** Also ends all other sessions. */
  async changePassword(old: string, fresh: string): Promise<void> {
    await post("/api/account/password", { old, new: fresh });
  },

  async renewCodes(password: string): Promise<Codes> {
    const path = "/api/account/recovery-codes";
    return (await post<RecoveryCodes>(path, { password })).recovery_codes;
  },

  /** Deletes the account; its games stay, without a name. */
  async remove(password: string): Promise<void> {
    await del("/api/account", { password });
    identity.switchTo(null);
  },

  async sessions(): Promise<readonly Session[]> {
    return (await get<SessionList>("/api/sessions")).sessions;
  },

  async endSession(id: string): Promise<void> {
    await del(`/api/sessions/${encodeURIComponent(id)}`);
  },

  async tokens(): Promise<readonly Token[]> {
    return (await get<TokenList>("/api/tokens")).tokens;
  },

  /** The secret is sent once. */
  async makeToken(name: string, scopes: readonly Scope[]): Promise<MadeToken> {
    return post("/api/tokens", { name, scopes });
  },

  async revokeToken(id: string): Promise<void> {
    await del(`/api/tokens/${encodeURIComponent(id)}`);
  },

  async blocks(): Promise<readonly string[]> {
    return (await get<BlockList>("/api/blocks")).names;
  },

  async block(name: string): Promise<void> {
    await put(`/api/blocks/${encodeURIComponent(name)}`);
  },

  async unblock(name: string): Promise<void> {
    await del(`/api/blocks/${encodeURIComponent(name)}`);
  },

  /** Own tables, the latest first; `before` is `next` of the previous page. */
  async games(before: string | null = null, limit = 50): Promise<Page> {
    const from = before === null ? "" : `&before=${encodeURIComponent(before)}`;
    return get(`/api/games?limit=${limit}${from}`);
  },

  /** Tables where it is the user's turn to act. */
  async gamesToAct(): Promise<readonly TableRow[]> {
    return get("/api/games/turn");
  },
};

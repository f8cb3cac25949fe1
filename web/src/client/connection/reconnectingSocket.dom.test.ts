import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Backoff } from "./backoff";
import { FakeServer } from "./fakeServer";
import { ReconnectingSocket, type ConnectionState } from "./reconnectingSocket";

let server: FakeServer;
let states: ConnectionState[];
let silence: number;
let line: ReconnectingSocket;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  states = [];
  silence = 10_000;
  const ends = {
    path: () => "/api/somewhere",
    silence: () => silence,
    heard: () => undefined,
    opened: () => undefined,
    changed: (state: ConnectionState) => states.push(state),
    comesBack: (code: number) => code !== 4004,
  };
  line = new ReconnectingSocket(ends, server.connect, new Backoff(200, 4_000, () => 1));
  line.open();
});

afterEach(() => {
  line.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("a ping is answered by a pong at once", () => {
  server.last.open({ is: "ping", n: 7, at: 1, round_trip: null });
  expect(server.last.sent).toEqual([{ do: "pong", n: 7 }]);
});

test("what cannot be read is passed over", () => {
  server.last.open();
  server.last["ends"].heard("<html>");
  expect(line.state).toBe("up");
});

test("a line that breaks is mended, after waits that grow", () => {
  for (const wait of [200, 400, 800, 1_600, 3_200, 4_000, 4_000]) {
    const before = server.sockets.length;
    server.last.drop();
    vi.advanceTimersByTime(wait - 1);
    expect(server.sockets).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(server.sockets).toHaveLength(before + 1);
  }
  server.last.open();
  expect(states).toEqual(["down", "up"]);
});

test("after a connection that has lasted the waits begin anew", () => {
  server.last.drop();
  vi.advanceTimersByTime(200);
  server.last.open();
  vi.advanceTimersByTime(6_000);
  server.last.drop();
  vi.advanceTimersByTime(200);
  expect(server.sockets).toHaveLength(3);
});

test("waits scatter", () => {
  expect(new Backoff(200, 4_000, () => 0).next()).toBe(100);
  expect(new Backoff(200, 4_000, () => 0.5).next()).toBe(150);
});

test("a line that is silent too long is given up", () => {
  const first = server.last.open();
  vi.advanceTimersByTime(9_000);
  first.say({ is: "here" });
  vi.advanceTimersByTime(9_999);
  expect(line.state).toBe("up");
  vi.advanceTimersByTime(1);
  expect(line.state).toBe("down");
  expect(first.isClosed).toBe(true);
});

test("how much silence is too much can change while it is silent", () => {
  silence = 50_000;
  server.last.open();
  silence = 10_000;
  vi.advanceTimersByTime(10_000);
  expect(line.state).toBe("down");
});

test("a socket that never opens is given up", () => {
  vi.advanceTimersByTime(10_200);
  expect(server.sockets[0]?.isClosed).toBe(true);
  expect(server.sockets).toHaveLength(2);
});

test("a connection that was given up is not heard any more", () => {
  const first = server.last.open();
  line.drop();
  vi.advanceTimersByTime(200);
  server.last.open();
  first.drop();
  first.say({ is: "ping", n: 1, at: 1, round_trip: null });
  expect(line.state).toBe("up");
  expect(server.last.sent).toEqual([]);
});

test("when the network is back it is tried at once", () => {
  server.last.drop();
  dispatchEvent(new Event("online"));
  expect(server.sockets).toHaveLength(2);
});

test("when the page is looked at again it is tried at once", () => {
  server.last.drop();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(server.sockets).toHaveLength(2);
  server.last.open();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(server.sockets).toHaveLength(2);
});

test("a change of the network is not trusted, unless something was just heard", () => {
  server.last.open();
  dispatchEvent(new Event("online"));
  expect(server.sockets).toHaveLength(1);
  vi.advanceTimersByTime(3_001);
  dispatchEvent(new Event("online"));
  expect(server.sockets).toHaveLength(2);
});

test("where there is nothing to come back to, it stays closed", () => {
  server.last.open().drop(4004);
  vi.advanceTimersByTime(60_000);
  expect(server.sockets).toHaveLength(1);
  expect(line.state).toBe("down");
});

test("closing stops all timers, and nothing wakes it", () => {
  server.last.drop();
  line.close();
  expect(vi.getTimerCount()).toBe(0);
  dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(server.sockets).toHaveLength(1);
});

test("a browser that forbids the socket is asked again later", () => {
  line.close();
  let tries = 0;
  const forbidding = () => {
    tries++;
    throw new DOMException("no");
  };
  line = new ReconnectingSocket(line["ends"], forbidding, new Backoff(200, 4_000, () => 1));
  line.open();
  vi.advanceTimersByTime(200);
  expect(tries).toBe(2);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Backoff } from "./backoff";
import { FakeServer } from "./fakeServer";
import { ReconnectingSocket, type ConnectionState } from "./reconnectingSocket";

let server: FakeServer;
let states: ConnectionState[];
let silence: number;
let socket: ReconnectingSocket;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  states = [];
  silence = 10_000;
  const handlers = {
    path: () => "/api/somewhere",
    silenceTimeout: () => silence,
    onMessage: () => undefined,
    onOpen: () => undefined,
    onStateChange: (state: ConnectionState) => states.push(state),
    shouldReconnect: (code: number) => code !== 4004,
  };
  socket = new ReconnectingSocket(handlers, server.connect, new Backoff(200, 4_000, () => 1));
  socket.open();
});

afterEach(() => {
  socket.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("a ping is answered by a pong at once", () => {
  server.last.open({ is: "ping", n: 7, at: 1, round_trip: null });
  expect(server.last.sent).toEqual([{ do: "pong", n: 7 }]);
});

test("a message that cannot be parsed is ignored", () => {
  server.last.open();
  server.last["handlers"].onMessage("<html>");
  expect(socket.state).toBe("up");
});

test("a broken connection is reconnected with exponential backoff", () => {
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

test("a connection that has lasted resets the backoff", () => {
  server.last.drop();
  vi.advanceTimersByTime(200);
  server.last.open();
  vi.advanceTimersByTime(6_000);
  server.last.drop();
  vi.advanceTimersByTime(200);
  expect(server.sockets).toHaveLength(3);
});

test("the backoff has jitter", () => {
  expect(new Backoff(200, 4_000, () => 0).next()).toBe(100);
  expect(new Backoff(200, 4_000, () => 0.5).next()).toBe(150);
});

test("a connection that is silent too long is abandoned", () => {
  const first = server.last.open();
  vi.advanceTimersByTime(9_000);
  first.say({ is: "here" });
  vi.advanceTimersByTime(9_999);
  expect(socket.state).toBe("up");
  vi.advanceTimersByTime(1);
  expect(socket.state).toBe("down");
  expect(first.isClosed).toBe(true);
});

test("the limit of silence can change while it is silent", () => {
  silence = 50_000;
  server.last.open();
  silence = 10_000;
  vi.advanceTimersByTime(10_000);
  expect(socket.state).toBe("down");
});

test("a socket that never opens is abandoned", () => {
  vi.advanceTimersByTime(10_200);
  expect(server.sockets[0]?.isClosed).toBe(true);
  expect(server.sockets).toHaveLength(2);
});

test("events of an abandoned connection are ignored", () => {
  const first = server.last.open();
  socket.dropAndRetry();
  vi.advanceTimersByTime(200);
  server.last.open();
  first.drop();
  first.say({ is: "ping", n: 1, at: 1, round_trip: null });
  expect(socket.state).toBe("up");
  expect(server.last.sent).toEqual([]);
});

test("it reconnects at once when the network is back", () => {
  server.last.drop();
  dispatchEvent(new Event("online"));
  expect(server.sockets).toHaveLength(2);
});

test("it reconnects at once when the page becomes visible", () => {
  server.last.drop();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(server.sockets).toHaveLength(2);
  server.last.open();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(server.sockets).toHaveLength(2);
});

test("a change of the network reconnects, unless a message has just arrived", () => {
  server.last.open();
  dispatchEvent(new Event("online"));
  expect(server.sockets).toHaveLength(1);
  vi.advanceTimersByTime(3_001);
  dispatchEvent(new Event("online"));
  expect(server.sockets).toHaveLength(2);
});

test("it stays closed where reconnecting is pointless", () => {
  server.last.open().drop(4004);
  vi.advanceTimersByTime(60_000);
  expect(server.sockets).toHaveLength(1);
  expect(socket.state).toBe("down");
});

test("closing stops all timers, and no event reopens it", () => {
  server.last.drop();
  socket.close();
  expect(vi.getTimerCount()).toBe(0);
  dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(server.sockets).toHaveLength(1);
});

test("a browser that forbids the socket is tried again later", () => {
  socket.close();
  let tries = 0;
  const forbidding = () => {
    tries++;
    throw new DOMException("no");
  };
  socket = new ReconnectingSocket(socket["handlers"], forbidding, new Backoff(200, 4_000, () => 1));
  socket.open();
  vi.advanceTimersByTime(200);
  expect(tries).toBe(2);
});

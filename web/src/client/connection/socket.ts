/** One websocket, as little of it as a line needs: tests have another of the same form. */

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketHandlers {
  opened(): void;
  heard(text: string): void;
  /** Once, also where it never opened. */
  closed(code: number): void;
}

export type Connect = (path: string, ends: SocketHandlers) => Socket;

export const browserSocket: Connect = (path, ends) => {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url);
  socket.onopen = () => ends.opened();
  socket.onmessage = (event) => {
    if (typeof event.data === "string") ends.heard(event.data);
  };
  socket.onclose = (event) => ends.closed(event.code);
  return socket;
};

/** The part of a WebSocket that the client needs, so that tests can replace it. */

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketHandlers {
  onOpen(): void;
  onMessage(text: string): void;
  /** Called once, even if it never opened. */
  onClose(code: number): void;
}

export type Connect = (path: string, handlers: SocketHandlers) => Socket;

export const browserSocket: Connect = (path, handlers) => {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url);
  socket.onopen = () => handlers.onOpen();
  socket.onmessage = (event) => {
    if (typeof event.data === "string") handlers.onMessage(event.data);
  };
  socket.onclose = (event) => handlers.onClose(event.code);
  return socket;
};

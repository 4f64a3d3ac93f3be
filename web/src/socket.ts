// The line to one table: connects, says hello, asks and is answered, and comes back by itself. It knows frames, not what they mean.
import type { ClientMessage, ServerMessage } from "./messages";

type Asked = Exclude<ClientMessage, { t: "hello" }>;
type Answer = Extract<ServerMessage, { id: string }>;
type Question = Asked extends infer Each ? (Each extends Asked ? Omit<Each, "id"> : never) : never;

export interface Listener {
  /** A frame that nobody asked for: now, presence, closed. */
  told(message: Exclude<ServerMessage, Answer>): void;
  /** The line is up (after the first frame), or lost and tried again in so many milliseconds. */
  line(up: boolean, retryIn: number): void;
}

const RETRIES = [250, 500, 1000, 2000, 3000, 5000]; // milliseconds; the last one goes on for good
const PATIENCE = 25_000; // nothing heard for so long, with a question open: the line is dead, whatever the browser believes
const PASSING: readonly string[] = ["retry", "broken"]; // why a line is closed that may stand again in a moment: the database was away
const BEAT = 20_000; // so often something is asked, if nothing else is: who only waits notices a dead line too

export class Line {
  readonly #waiting = new Map<string, { question: Asked; resolve: (answer: Answer) => void }>();
  readonly #listener: Listener;
  readonly #hello: () => object;
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  readonly #beat: number;
  #closed = false;
  #count = 0;
  readonly #self = Math.random().toString(36).slice(2, 10); // not a secret: tells this page's requests from another page's

  /** `hello` is asked for anew at every connection: which seat, and the last event known. */
  constructor(hello: () => object, listener: Listener) {
    this.#hello = hello;
    this.#listener = listener;
    this.#connect();
    this.#beat = window.setInterval(() => {
      if (this.#socket?.readyState === WebSocket.OPEN && !this.#waiting.size) void this.ask({ t: "recall", first: 0, last: 0 });
    }, BEAT);
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /** Ask; the answer comes even if the line is lost in between, since equal ids are answered alike. */
  ask(question: Question): Promise<Answer> {
    const id = `${this.#self}-${(++this.#count).toString(36)}`;
    const asked: Asked = { ...question, id };
    return new Promise((resolve) => {
      this.#waiting.set(id, { question: asked, resolve });
      this.#send(asked);
      setTimeout(() => this.#waiting.has(id) && this.#socket?.close(), PATIENCE);
    });
  }

  /** Say hello again: another seat of one's own, another language. */
  greet(): void {
    this.#send(this.#hello());
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  readonly #hurry = (): void => {
    if (this.#socket === null && !this.#closed && document.visibilityState === "visible") this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#send(this.#hello());
      for (const { question } of this.#waiting.values()) this.#send(question); // asked before, perhaps unheard: equal ids, equal answers
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.#closed) return;
      const wait = RETRIES[Math.min(this.#tries++, RETRIES.length - 1)] ?? 5000;
      this.#listener.line(false, wait);
      this.#timer = window.setTimeout(() => this.#connect(), wait);
    };
  }

  #hear(message: ServerMessage): void {
    if (message.t === "closed" && PASSING.includes(message.code)) return; // the server hangs up, and we come back
    if (this.#tries > 0 || message.t === "now") {
      this.#tries = 0;
      this.#listener.line(true, 0);
    }
    if (message.t === "closed") this.close(); // said for good: coming back would be told the same
    if ("id" in message) {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    } else this.#listener.told(message);
  }
}

// The doors of the server that are asked once and answer once.
import type { Trouble } from "./messages";

export class Refused extends Error {
  readonly trouble: Trouble;
  readonly status: number;
  constructor(status: number, trouble: Trouble) {
    super(trouble.sentence || trouble.code);
    this.status = status;
    this.trouble = trouble;
  }
}

async function answer<Answer>(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as Answer;
  const trouble = body !== null && typeof body === "object" && "code" in body ? (body as Trouble) : null;
  throw new Refused(response.status, trouble ?? { code: "unreachable", sentence: "", where: null });
}

export async function get<Answer>(path: string): Promise<Answer> {
  return answer<Answer>(await fetch(path, { headers: { Accept: "application/json" } }));
}

export async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const sent = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  return answer<Answer>(sent);
}

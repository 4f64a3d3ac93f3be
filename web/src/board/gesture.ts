// What a spelling is in somebody's hands: tokens that are picked one after another, or a set of tokens in any order, and dials that turn.
// Everything the widget knows about what may be done comes from the gestures of the legal moves; it knows no rule.

/** One legal move as a gesture. `picks` are taken in order (a piece, a place, a way); `any` is a set toggled in any order; never both. */
export interface Gesture {
  readonly picks?: readonly string[];
  readonly any?: readonly string[];
  /** What can be turned without picking anew: {turn: "2"}. All gestures that differ in dials alone are one place on the mat. */
  readonly dials?: Readonly<Record<string, string>>;
}

/** A thing on the mat that was picked: which one (`id`), and what it counts as (`token`); two equal cards share a token. */
export interface Pick {
  readonly id: string;
  readonly token: string;
  /** How what is held turns when it is picked: a place that a piece fits in one turn alone. */
  readonly dials?: Dials | undefined;
}

export type Gestures = ReadonlyMap<string, Gesture>;
export type Dials = Readonly<Record<string, string>>;

function leftOver(set: readonly string[], taken: readonly string[]): string[] | null {
  const rest = [...set];
  for (const token of taken) {
    const at = rest.indexOf(token);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** What may follow these tokens in that gesture; null if the gesture is another one; empty if it is complete. */
export function following(gesture: Gesture, tokens: readonly string[]): readonly string[] | null {
  if (gesture.any) return leftOver(gesture.any, tokens);
  const picks = gesture.picks ?? [];
  if (tokens.length > picks.length || tokens.some((token, index) => token !== picks[index])) return null;
  return picks.slice(tokens.length, tokens.length + 1);
}

/** All moves that these tokens can still become. */
export function candidates(gestures: Gestures, tokens: readonly string[]): string[] {
  return [...gestures].filter(([, gesture]) => following(gesture, tokens) !== null).map(([move]) => move);
}

/** All tokens that may be picked next. */
export function offers(gestures: Gestures, tokens: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const gesture of gestures.values()) for (const token of following(gesture, tokens) ?? []) found.add(token);
  return found;
}

/** All moves that these tokens are, dials aside. */
export function complete(gestures: Gestures, tokens: readonly string[]): string[] {
  return [...gestures].filter(([, gesture]) => following(gesture, tokens)?.length === 0).map(([move]) => move);
}

/** The one of several moves whose dials are nearest to how the piece is held: as many equal dials as possible, then the first. */
export function nearest(gestures: Gestures, moves: readonly string[], dials: Dials): string | null {
  let best: string | null = null;
  let most = -1;
  for (const move of moves) {
    const own = gestures.get(move)?.dials ?? {};
    const equal = Object.entries(own).filter(([name, value]) => dials[name] === value).length;
    if (equal > most) [best, most] = [move, equal];
  }
  return best;
}

/** The values a dial can take among these moves, sorted. */
export function dialValues(gestures: Gestures, moves: readonly string[], name: string): string[] {
  const values = new Set<string>();
  for (const move of moves) {
    const value = gestures.get(move)?.dials?.[name];
    if (value !== undefined) values.add(value);
  }
  return [...values].sort();
}

/**
 * What picking one more thing makes of what is in the hand: the picks after it, or null if it goes with nothing on offer.
 * A thing that does not continue may replace: another place for the same piece, or another piece.
 */
export function picking(gestures: Gestures, picked: readonly Pick[], pick: Pick): Pick[] | null {
  const isSet = [...gestures.values()].some((gesture) => gesture.any);
  if (isSet && picked.some((each) => each.id === pick.id)) return picked.filter((each) => each.id !== pick.id);
  const goesWith = (before: readonly Pick[]): boolean => offers(gestures, before.map((each) => each.token)).has(pick.token);
  if (goesWith(picked)) return [...picked, pick];
  // In a set one thing at most makes room, the last one that stands in the way; in an order everything after it goes with it.
  for (let at = picked.length - 1; at >= 0; at--) {
    const before = isSet ? picked.filter((_, index) => index !== at) : picked.slice(0, at);
    if (goesWith(before)) return [...before, pick];
  }
  return goesWith([]) ? [pick] : null;
}

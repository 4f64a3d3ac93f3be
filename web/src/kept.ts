// Small things this browser remembers between visits: nothing that a seat knows, and nothing that the page cannot do without.

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing: the page does without
  }
}

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// The few marks that a point of the rules may hold, as the server writes them: spellings between backticks, tables, drawings.

export interface Words {
  readonly text: string;
  readonly spelling: boolean;
}
export type Block =
  | { readonly kind: "words"; readonly words: readonly Words[] }
  | { readonly kind: "drawing"; readonly text: string }
  | { readonly kind: "table"; readonly head: readonly (readonly Words[])[]; readonly rows: readonly (readonly (readonly Words[])[])[] };

/** A line of text, its spellings told apart. */
export function wordsOf(text: string): Words[] {
  return text.split(/(`[^`]*`)/).filter(Boolean).map((part) => (part.startsWith("`") ? { text: part.slice(1, -1), spelling: true } : { text: part, spelling: false }));
}

function cellsOf(line: string): Words[][] {
  return line.replace(/^\|\s*|\s*\|$/g, "").split(/\s*\|\s*/).map(wordsOf);
}

/** A point as paragraphs, tables and drawings, which empty lines part. */
export function blocksOf(text: string): Block[] {
  return text.split("\n\n").map((block): Block => {
    if (block.startsWith("    ")) return { kind: "drawing", text: block.replace(/^ {4}/gm, "") };
    const [head, , ...rows] = block.split("\n");
    if (head?.startsWith("|")) return { kind: "table", head: cellsOf(head), rows: rows.map(cellsOf) };
    return { kind: "words", words: wordsOf(block) };
  });
}

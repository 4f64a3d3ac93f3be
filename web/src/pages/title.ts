// The tab's title and icon: on one's turn both say so.

export function title(name: string, turn: boolean): void {
  document.title = turn ? `● ${name}` : name;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const href = turn ? "/icon-turn.svg" : "/icon-16.svg";
  if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

// Where this page is: a path and what stands behind the #. Links are real links; a click on one changes the page without loading it anew.

class Router {
  path: string = $state(location.pathname);
  /** What stands behind the #: an invitation's token. It never leaves the browser by itself. */
  hash: string = $state(location.hash.slice(1));

  /** What the page before wanted of this one; not in the address, and gone after a reload. */
  wish: Readonly<Record<string, string>> = $state.raw({});

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
      event.preventDefault();
      this.go(link.pathname + link.hash);
    });
  }
  go(to: string, replace = false, wish: Readonly<Record<string, string>> = {}): void {
    this.wish = wish;
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.#read();
    scrollTo(0, 0);
  }
  #read(): void {
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
  }
}

export const router = new Router();

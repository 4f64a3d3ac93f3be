// All pieces on one page, for whoever draws them: `npm run dev`, then /src/art/gallery.html. Not part of the build. `#dark` and `#light` force a theme.
import { mount } from "svelte";
import "./art.css";
import Gallery from "./Gallery.svelte";

if (location.hash !== "") document.documentElement.dataset["theme"] = location.hash.slice(1);
mount(Gallery, { target: document.body });

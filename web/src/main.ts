import { mount } from "svelte";
import App from "./App.svelte";
import "./art/art.css";
import "./board/board.css";
import { settings } from "./settings.svelte";

const page = document.getElementById("page");
if (page === null) throw new Error("index.html has no #page");
await settings.begin();
mount(App, { target: page });

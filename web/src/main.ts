import { mount } from "svelte";
import App from "./App.svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";

const house = document.getElementById("house");
if (house === null) throw new Error("index.html has no #house");
mount(App, { target: house });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined); // the page works without
}

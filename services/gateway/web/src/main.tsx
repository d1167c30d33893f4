/** The page's first script: loads the language and shows the page in the element that is there for it. */
import { render } from "preact";
import { pick, speak, wishesOf } from "./i18n/index.js";
import { Pages } from "./pages/pages.js";
import { appOf } from "./state/app.js";
import { AppContext } from "./ui/context.js";
import "./css/base.css";
import "./css/shell.css";
import "./css/tiles.css";
import "./css/lobby.css";
import "./css/table.css";
import "./css/board.css";
import "./css/replay.css";
import "./css/ops.css";

const speaker = await speak(pick(wishesOf(window)), document);
const place = document.getElementById("app");
if (place) {
  render(<AppContext.Provider value={appOf(window, speaker)}><Pages /></AppContext.Provider>, place);
}

/** The page's first script: shows the table in the element that the page has for it. */
import { render } from "preact";

const place = document.getElementById("app");
if (place) {
  render(<h1>Tranca</h1>, place);
}

import { catchRequests } from '../frame/catch-requests';
import { recordEventName, type FrameMessage } from '../messages';
import { PavloviaStandIn } from './pavlovia';
import { PsychoJsPage } from './psychojs-page';
import { PsychoJsRows } from './psychojs-rows';

/*
 * Our second script in each page of a study made with PsychoJS; it runs after the frame's first
 * script (docs/studies-that-run-here.md).
 */

const { commonlab } = window;
if (commonlab) {
  const rows = new PsychoJsRows((message: FrameMessage) =>
    dispatchEvent(new CustomEvent(recordEventName, { detail: message })),
  );
  const page = new PsychoJsPage({
    participant: commonlab.participant,
    onRow: (row) => rows.add(row),
  });
  page.watch();
  const load = window.fetch.bind(window);
  catchRequests(new PavloviaStandIn(commonlab, page, rows, (url) => load(url)));
}

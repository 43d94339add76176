import { catchRequests } from '../frame/catch-requests';
import { recordEvent, type FrameMessage } from '../messages';
import { Pavlovia } from './pavlovia';
import { PsychoJsPage } from './psychojs-page';
import { PsychoRows } from './psychojs-rows';

/*
 * Our second script in each page of a study made with PsychoJS; it runs after the frame's first
 * script (docs/studies-that-run-here.md).
 */

const { commonlab } = window;
if (commonlab) {
  const rows = new PsychoRows((message: FrameMessage) =>
    dispatchEvent(new CustomEvent(recordEvent, { detail: message })),
  );
  const page = new PsychoJsPage({
    participant: commonlab.participant,
    onRow: (row) => rows.add(row),
  });
  page.watch();
  const load = window.fetch.bind(window);
  catchRequests(new Pavlovia(commonlab, page, rows, (url) => load(url)));
}

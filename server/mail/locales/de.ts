import type { SharedTexts } from './en';

export const de: SharedTexts = {
  footer:
    'Commonlab, Studien für Forschende und Teilnehmende. Diese Nachricht hat eine Maschine verschickt, die keine Antworten liest.',
  hello: (firstName) => `Guten Tag ${firstName},`,
};

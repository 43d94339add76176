import { onDemand } from '../../../ui/on-demand';

/* The parts of the editor that only a class's study has; they are loaded on demand. */
export const ClassStateLater = onDemand(async () => (await import('./class-state')).ClassState);
export const ClassConsentLater = onDemand(
  async () => (await import('./class-consent')).ClassConsent,
);
export const RehearseLater = onDemand(async () => (await import('./rehearse')).Rehearse);
export const CommentsLater = onDemand(
  async () => (await import('./review/part-comments')).PartComments,
);
export const ReviewPanelLater = onDemand(
  async () => (await import('./review/review-panel')).ReviewPanel,
);
export const StudyTemplateLater = onDemand(
  async () => (await import('./template/study-template')).StudyTemplate,
);

/** Resolves once the parts that are shown above a form have loaded. */
export const classPartsSettled = () =>
  Promise.all([ClassStateLater, CommentsLater].map((part) => part.settled()));

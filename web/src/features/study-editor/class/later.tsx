import { onDemand } from '../../../ui/on-demand';

/* The parts of the editor that only a class's study has; they are loaded on demand. */
export const LazyClosedClassNotice = onDemand(
  async () => (await import('./class-state')).ClosedClassNotice,
);
export const LazyClassConsent = onDemand(
  async () => (await import('./class-consent')).ClassConsent,
);
export const LazyClassRehearsals = onDemand(
  async () => (await import('./rehearse')).ClassRehearsals,
);
export const LazyCommentList = onDemand(
  async () => (await import('./review/part-comments')).PartComments,
);
export const LazyReviewPanel = onDemand(
  async () => (await import('./review/review-panel')).ReviewPanel,
);
export const LazyStudyTemplate = onDemand(
  async () => (await import('./template/study-template')).StudyTemplate,
);

/** Resolves once the code is loaded that renders the parts above the editor's forms. */
export const whenClassPartsLoaded = () =>
  Promise.all([LazyClosedClassNotice, LazyCommentList].map((part) => part.settled()));

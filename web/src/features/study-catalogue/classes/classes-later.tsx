import i18next from 'i18next';
import { type ComponentProps, Suspense } from 'react';
import { onDemand } from '../../../ui/on-demand';

const Strip = onDemand(async () => (await import('./parts')).CourseStrip);
const Card = onDemand(async () => (await import('./parts')).AlternativeCard);
const OfClass = onDemand(async () => (await import('./parts')).ClassStudyCard);

/*
 * The parts of the catalogue that only students see. They are fetched, with their texts, only by
 * members of a class.
 */
export const CourseStripLater = (props: ComponentProps<typeof Strip>) => (
  <Suspense>
    <Strip {...props} />
  </Suspense>
);
export const AlternativeCardLater = (props: ComponentProps<typeof Card>) => (
  <Suspense>
    <Card {...props} />
  </Suspense>
);
export const ClassStudyCardLater = (props: ComponentProps<typeof OfClass>) => (
  <Suspense>
    <OfClass {...props} />
  </Suspense>
);

export const classPartsSettled = () =>
  Promise.all([
    Strip.settled(),
    Card.settled(),
    OfClass.settled(),
    i18next.loadNamespaces('credits'),
  ]);

import i18next from 'i18next';
import { type ComponentProps, Suspense } from 'react';
import { onDemand } from '../../../ui/on-demand';

const Strip = onDemand(async () => (await import('./parts')).StudentCourses);
const Card = onDemand(async () => (await import('./parts')).AlternativeCard);
const OfClass = onDemand(async () => (await import('./parts')).ClassStudyCard);

/*
 * The parts of the catalogue that only students see. They are fetched, with their texts, only by
 * members of a class.
 */
export const LazyStudentCourses = (props: ComponentProps<typeof Strip>) => (
  <Suspense>
    <Strip {...props} />
  </Suspense>
);
export const LazyAlternativeCard = (props: ComponentProps<typeof Card>) => (
  <Suspense>
    <Card {...props} />
  </Suspense>
);
export const LazyClassStudyCard = (props: ComponentProps<typeof OfClass>) => (
  <Suspense>
    <OfClass {...props} />
  </Suspense>
);

export const whenHomeClassesLoaded = () =>
  Promise.all([
    Strip.settled(),
    Card.settled(),
    OfClass.settled(),
    i18next.loadNamespaces('credits'),
  ]);

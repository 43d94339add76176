import { noticesRows } from './notices-rows';
import { collaboratorRows } from './collaborator-rows';
import { messageRows } from './message-rows';
import { paymentRows } from './payment-rows';
import { peopleRows } from './people-rows';
import { rehearsalRows } from './rehearsal-rows';
import { researchDataRows } from './research-data-rows';
import { researchRows } from './research-rows';
import { resourcesRows } from './resources/file-rows';
import type { Row } from './row';
import { wayInRows } from './sign-in-rows';
import { runtimeRows } from './runtime-rows';
import { slotsRows } from './slots-rows';
import { studyFilesRows } from './study-files-rows';
import { classReviewRows } from './teaching/class-review-rows';
import { classroomRows } from './teaching/classroom-rows';
import { courseRows } from './teaching/course-rows';
import { creditRows } from './teaching/credit-rows';
import { templateRows } from './teaching/template-rows';
import { timelineRows } from './timeline-rows';
import { tokenRows } from './token-rows';
import { takenRows } from './resources/taken-rows';
import { assignmentRows } from './teaching/assignment-rows';
import { uploadRows } from './resources/upload-rows';
import { webhookRows } from './webhook-rows';

export const rows: readonly Row[] = [
  ...peopleRows,
  ...wayInRows,
  ...researchRows,
  ...noticesRows,
  ...runtimeRows,
  ...slotsRows,
  ...webhookRows,
  ...tokenRows,
  ...collaboratorRows,
  ...messageRows,
  ...studyFilesRows,
  ...timelineRows,
  ...resourcesRows,
  ...researchDataRows,
  ...rehearsalRows,
  ...paymentRows,
  ...takenRows,
  ...uploadRows,
  ...courseRows,
  ...classroomRows,
  ...classReviewRows,
  ...assignmentRows,
  ...creditRows,
  ...templateRows,
];
export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

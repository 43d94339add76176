import { noticesRows } from './notices-rows';
import { collaboratorRows } from './collaborator-rows';
import { messageRows } from './message-rows';
import { paymentRows } from './payment-rows';
import { accountRows } from './people-rows';
import { rehearsalRows } from './rehearsal-rows';
import { researchDataRows } from './research-data-rows';
import { researchRows } from './research-rows';
import { resourcesRows } from './resources/file-rows';
import type { AuthorisationRow } from './row';
import { signInRows } from './sign-in-rows';
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
import { takenResourceRows } from './resources/taken-rows';
import { assignmentRows } from './teaching/assignment-rows';
import { uploadRows } from './resources/upload-rows';
import { webhookRows } from './webhook-rows';

export const authorisationRows: readonly AuthorisationRow[] = [
  ...accountRows,
  ...signInRows,
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
  ...takenResourceRows,
  ...uploadRows,
  ...courseRows,
  ...classroomRows,
  ...classReviewRows,
  ...assignmentRows,
  ...creditRows,
  ...templateRows,
];
export const operationNameOfRow = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path}`;

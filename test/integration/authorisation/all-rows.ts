import { noticesMatrixRows } from './notices-rows';
import { collaboratorMatrixRows } from './collaborator-rows';
import { messageMatrixRows } from './message-rows';
import { paymentMatrixRows } from './payment-rows';
import { accountMatrixRows } from './people-rows';
import { rehearsalMatrixRows } from './rehearsal-rows';
import { researchDataMatrixRows } from './research-data-rows';
import { researchMatrixRows } from './research-rows';
import { resourceMatrixRows } from './resources/file-rows';
import type { AuthorisationRow } from './row';
import { signInMatrixRows } from './sign-in-rows';
import { runtimeMatrixRows } from './runtime-rows';
import { slotsMatrixRows } from './slots-rows';
import { studyFilesMatrixRows } from './study-files-rows';
import { classReviewMatrixRows } from './teaching/class-review-rows';
import { classroomMatrixRows } from './teaching/classroom-rows';
import { courseMatrixRows } from './teaching/course-rows';
import { creditMatrixRows } from './teaching/credit-rows';
import { templateMatrixRows } from './teaching/template-rows';
import { timelineMatrixRows } from './timeline-rows';
import { tokenMatrixRows } from './token-rows';
import { copiedResourceMatrixRows } from './resources/taken-rows';
import { assignmentMatrixRows } from './teaching/assignment-rows';
import { uploadMatrixRows } from './resources/upload-rows';
import { webhookMatrixRows } from './webhook-rows';

export const authorisationMatrixRows: readonly AuthorisationRow[] = [
  ...accountMatrixRows,
  ...signInMatrixRows,
  ...researchMatrixRows,
  ...noticesMatrixRows,
  ...runtimeMatrixRows,
  ...slotsMatrixRows,
  ...webhookMatrixRows,
  ...tokenMatrixRows,
  ...collaboratorMatrixRows,
  ...messageMatrixRows,
  ...studyFilesMatrixRows,
  ...timelineMatrixRows,
  ...resourceMatrixRows,
  ...researchDataMatrixRows,
  ...rehearsalMatrixRows,
  ...paymentMatrixRows,
  ...copiedResourceMatrixRows,
  ...uploadMatrixRows,
  ...courseMatrixRows,
  ...classroomMatrixRows,
  ...classReviewMatrixRows,
  ...assignmentMatrixRows,
  ...creditMatrixRows,
  ...templateMatrixRows,
];
export const operationNameOfRow = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path}`;

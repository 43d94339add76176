import { Controller } from '@nestjs/common';
import { readStudyStorage } from '../../contracts/study-files/study-storage';
import { CallerParam, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { StudyStorage } from '../studies/study-storage';

@Controller()
export class StudyStorageController {
  constructor(private readonly storage: StudyStorage) {}

  @Handles(readStudyStorage)
  read(_: unknown, @CallerParam() { person }: Caller) {
    return this.storage.of(person.account_id);
  }
}

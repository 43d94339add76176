import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CopyableFilesRead } from './taking/takeable-files.read';
import { FileLicenceTermsRead } from './taking/terms.read';
import { StudiesModule } from '../studies/studies.module';
import { OwnerStorage } from './model/owner-storage';
import { DeleteResourceHandler } from './bin/delete-resource.command';
import { FilesRead } from './lists/files.read';
import { FoldersRead } from './lists/folders.read';
import { AccountRootFolder } from './lists/own-root';
import { SearchableFolders } from './lists/searchable-folders';
import { FileVersionReader } from './processing/read-version';
import { ReaderProcess } from './processing/reader/reader-process';
import { RemoveLocationHandler } from './processing/remove-location.command';
import { ShareFolderHandler } from './sharing/share-folder.command';
import { SharingRead } from './sharing/sharing.read';
import { AddFolderHandler } from './tree/add-folder.command';
import { ChangeResourceHandler } from './tree/change-resource.command';
import { CopyFileHandler } from './tree/copy-file.command';
import { ReinstateVersionHandler } from './tree/reinstate-version.command';
import { UploadFiles } from './uploads/upload-files';
import { CompleteUpload } from './uploads/complete-upload';
import { CreateUploadHandler } from './uploads/create-upload.command';
import { SendPieceHandler } from './uploads/send-piece.command';
import { UploadsStore } from './uploads/uploads.store';

/** Files and folders of researchers (docs/domain.md, 9). */
@Module({
  imports: [CqrsModule, StudiesModule],
  providers: [
    UploadFiles,
    CompleteUpload,
    CreateUploadHandler,
    OwnerStorage,
    SendPieceHandler,
    UploadsStore,
    AddFolderHandler,
    ChangeResourceHandler,
    CopyFileHandler,
    DeleteResourceHandler,
    FilesRead,
    FoldersRead,
    AccountRootFolder,
    FileVersionReader,
    ReaderProcess,
    ReinstateVersionHandler,
    RemoveLocationHandler,
    SearchableFolders,
    ShareFolderHandler,
    SharingRead,
    CopyableFilesRead,
    FileLicenceTermsRead,
  ],
  exports: [
    UploadFiles,
    FilesRead,
    FoldersRead,
    FileVersionReader,
    SharingRead,
    CopyableFilesRead,
    FileLicenceTermsRead,
    UploadsStore,
  ],
})
export class ResourcesModule {}

import { useState } from 'react';
import type { ResourceFileType } from '../../../../../contracts/resources/file-types';
import { IconFile } from '../../../ui/icons/file';
import { IconFileText } from '../../../ui/icons/file-text';
import { IconFileTypePdf } from '../../../ui/icons/file-type-pdf';
import { IconFileZip } from '../../../ui/icons/file-zip';
import { IconFolder } from '../../../ui/icons/folder';
import type { Icon } from '../../../ui/icons/icon';
import { IconMusic } from '../../../ui/icons/music';
import { IconPhoto } from '../../../ui/icons/photo';
import { IconShieldOff } from '../../../ui/icons/shield-off';
import { IconTable } from '../../../ui/icons/table';
import { IconVideo } from '../../../ui/icons/video';
import type { ResourceEntry } from '../entries/entry.rule';
import classes from './list.module.css';
import { reusedSignedUrl } from './reused-signed-url';

function iconOf(type: ResourceFileType): Icon {
  if (type.startsWith('image/')) return IconPhoto;
  if (type.startsWith('audio/')) return IconMusic;
  if (type.startsWith('video/')) return IconVideo;
  if (type === 'application/pdf') return IconFileTypePdf;
  if (type === 'application/zip') return IconFileZip;
  if (type === 'text/csv' || type === 'text/tab-separated-values') return IconTable;
  return type.startsWith('text/') ? IconFileText : IconFile;
}

/** The thumbnail of an entry, or the icon of its kind. The name of the entry stands beside it. */
export function EntryPicture({ entry, size }: { entry: ResourceEntry; size: number }) {
  const [isBroken, setBroken] = useState(false);
  if (entry.kind === 'folder')
    return <IconFolder size={size} stroke={1.5} aria-hidden className={classes.icon} />;
  const { file } = entry;
  const Sign = file.state === 'quarantined' ? IconShieldOff : iconOf(file.type);
  if (!file.thumbnail_url || isBroken)
    return <Sign size={size} stroke={1.5} aria-hidden className={classes.icon} />;
  return (
    <img
      src={reusedSignedUrl(file.thumbnail_url)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={classes.thumbnail}
      onError={() => setBroken(true)}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { readStudyStorage } from '../../../../contracts/study-files/study-storage';
import { StorageUsageLine } from '../../domain/study-files/storage-line';
import { query } from '../../lib/http/api';
import { PercentageBar } from '../../ui/share-bar';
import classes from './resources.module.css';

/**
 * Shows how much storage the person's studies and files use together. The pages of studies show it,
 * too.
 */
export function StorageUseLine() {
  const { data } = useQuery(query(readStudyStorage));
  return (
    <div className={classes.room}>
      {data && (
        <PercentageBar
          part={Math.min(data.used_bytes, data.most_bytes)}
          whole={Math.max(1, data.most_bytes)}
          className={classes.bar}
        />
      )}
      <StorageUsageLine />
    </div>
  );
}

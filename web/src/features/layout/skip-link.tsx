import { useTranslation } from 'react-i18next';
import classes from './layout.module.css';

export const SkipLink = () => {
  const { t } = useTranslation('layout');
  return (
    <a
      href="#main"
      className={classes.skip}
      onClick={(e) => {
        e.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t('nav.skip')}
    </a>
  );
};

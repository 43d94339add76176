import type { ParticipationTexts } from './en';

export const de: ParticipationTexts = {
  enrolled: {
    subject: (study) => `Sie sind angemeldet: ${study}`,
    heading: 'Sie sind angemeldet',
    body: 'Ihr Platz ist reserviert.',
    study: 'Studie',
    duration: 'Dauer',
    minutes: (n) => `etwa ${n} ${n === 1 ? 'Minute' : 'Minuten'}`,
    startBefore: 'Beginnen Sie vor',
    button: 'Studie öffnen',
    note: 'Wenn Sie nicht teilnehmen können, ziehen Sie sich auf der Seite der Studie zurück. Dann bekommt jemand anderes Ihren Platz.',
  },
  offer: {
    subject: (study) => `Ein Platz ist für Sie frei: ${study}`,
    heading: 'Ein Platz ist für Sie frei',
    body: 'Sie standen auf der Warteliste. Bis zur unten genannten Zeit ist ein Platz für Sie reserviert, danach bekommt ihn die nächste Person.',
    study: 'Studie',
    until: 'Reserviert bis',
    button: 'Platz annehmen',
    note: 'Wenn Sie ihn nicht mehr möchten, lehnen Sie ihn auf der Seite der Studie ab.',
  },
};

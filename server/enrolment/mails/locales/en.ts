export const en = {
  enrolled: {
    subject: (study: string) => `You are enrolled: ${study}`,
    heading: 'You are enrolled',
    body: 'Your place is reserved.',
    study: 'Study',
    duration: 'Duration',
    minutes: (n: number) => `about ${n} ${n === 1 ? 'minute' : 'minutes'}`,
    startBefore: 'Start before',
    button: 'Open the study',
    note: 'If you cannot take part, withdraw on the study’s page, so that somebody else gets your place.',
  },
  offer: {
    subject: (study: string) => `A place is free for you: ${study}`,
    heading: 'A place is free for you',
    body: 'You were on the waiting list. A place is held for you until the time below; then it goes to the next person.',
    study: 'Study',
    until: 'Held until',
    button: 'Take the place',
    note: 'If you no longer want it, decline it on the study’s page.',
  },
};

export type ParticipationTexts = typeof en;

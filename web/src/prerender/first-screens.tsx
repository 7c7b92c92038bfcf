import type { Question } from '@clairisque/contract/questions.ts';
import type { ComponentType } from 'react';
import { Opening, REREAD } from '#features/questions/answer-page.tsx';
import { Choices } from '#features/questions/choices.tsx';
import { QuestionFace, QuestionPlace } from '#features/questions/question-face.tsx';
import type { QuestionWords } from '#features/questions/question-words.ts';
import type { Answering } from '#features/questions/questions-query.ts';
import { TypedAnswer } from '#features/questions/typed-answer-field.tsx';
import { Welcome } from '#features/questions/welcome.tsx';
import type { WelcomeWords } from '#features/questions/welcome-words.ts';
import { Button } from '#ui/button.tsx';

/** In place of the words that `answer-alone/ask-early.ts` fills in. */
const WELCOME_MARKS: WelcomeWords = {
  lead: '{lead}',
  address: '{address}',
  town: '{town}',
  purpose: '{purpose}',
  reference: '{reference}',
  lastDay: '{lastDay}',
  specimen: '{specimen}',
  count: '{count}',
  engagement: '{engagement}',
  start: '{start}',
};

const QUESTION_MARKS: QuestionWords = {
  rank: '{rank}',
  subject: '{subject}',
  spoken: '{spoken}',
  title: '{title}',
  help: '{help}',
  hint: '{hint}',
  law: '{law}',
  back: '{back}',
  skip: '{skip}',
};

/** Every button that a question may have. */
const QUESTION: Question = {
  id: '',
  bloc: null,
  bloc_titre: '',
  sujet: null,
  libelle: '',
  aide: '',
  loi: '',
  nature: 'date',
  choix: [{ cle: 'choice', libelle: '' }],
  sans_objet: true,
  repond: 'l_un_ou_l_autre',
  si: null,
  etat: 'ouverte',
  reponse: null,
  contradiction: null,
};

const UNANSWERED: Answering = {
  value: null,
  give: () => undefined,
  pending: undefined,
  fault: null,
  refuse: () => undefined,
  contradictions: [],
  isContradicted: false,
};

/**
 * What a link's page can show before its code: the wait, the welcome, and a first question of the two usual kinds, each
 * hidden until `answer-alone/ask-early.ts` has its words.
 */
export function FirstScreens() {
  return (
    <>
      <div data-opening="">
        <Opening />
      </div>
      <div data-welcome="" hidden>
        <Welcome words={WELCOME_MARKS} />
      </div>
      <FirstQuestion way="choices" draw={Choices} />
      <FirstQuestion way="line" draw={TypedAnswer} />
    </>
  );
}

type WidgetProps = { question: Question; answer: Answering; labelledBy: string; place: string };

function FirstQuestion({ way, draw: Widget }: { way: string; draw: ComponentType<WidgetProps> }) {
  const titleId = `premiere-${way}`;
  return (
    <div data-question={way} hidden>
      <QuestionPlace>
        <QuestionFace
          words={QUESTION_MARKS}
          level={1}
          titleId={titleId}
          done={0}
          total={1}
          wayOut={<Button variant="quiet">{REREAD}</Button>}
        >
          <Widget question={QUESTION} answer={UNANSWERED} labelledBy={titleId} place="" />
        </QuestionFace>
      </QuestionPlace>
    </div>
  );
}

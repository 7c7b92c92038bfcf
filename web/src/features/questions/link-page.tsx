import { useParams } from 'react-router';
import { AnswerPage } from './answer-page.tsx';

/** Within the application; the server sends the page alone (`answer-alone/main.tsx`), which is lighter. */
export function LinkPage() {
  const { jeton = '' } = useParams();
  return <AnswerPage key={jeton} token={jeton} />;
}

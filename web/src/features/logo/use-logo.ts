import { LOGO_ERRORS, LOGO_MAX_BYTES, LOGO_TYPES } from '@clairisque/contract/logo.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { deleteLogo, logo, uploadLogo } from '#responses/profile.ts';
import type { Outcome } from '#features/profile/transient-message.tsx';
import { announce } from '#lib/announce.ts';
import { ApiFailure, call, type Progress } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { upload } from '#lib/upload.ts';

export const ACCEPTED = [...LOGO_TYPES, '.jpg', '.jpeg', '.png', '.gif'].join(',');

/** Prescribed sentence for a file that need not be sent to be refused; null when nothing is wrong. */
function logoFileError(file: Pick<File, 'type' | 'size'>): string | null {
  if (!(LOGO_TYPES as readonly string[]).includes(file.type)) return LOGO_ERRORS.type;
  return file.size > LOGO_MAX_BYTES ? LOGO_ERRORS.size : null;
}

/** `logo_url` reduced to its path, on this origin, whatever host name the server has for it. */
export const logoQuery = queryOptions({
  queryKey: ['logo'],
  queryFn: ({ signal }) => call(logo, { signal }),
  select: ({ logo_url: url }) => url && pathOf(url),
});
const show = (logo_url: string | null): unknown => queryClient.setQueryData(logoQuery.queryKey, { logo_url });

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return pathname + search;
}

const UPLOADED = 'Logo uploadé avec succès !';
const NOT_UPLOADED = "Erreur lors de l'upload du logo.";
const DELETED = 'Logo supprimé avec succès !';
const NOT_DELETED = 'Erreur lors de la suppression du logo.';
export const UPLOADING = 'Upload en cours...';

/** Chooses, uploads and deletes the account's logo, with the outcome. */
export function useLogoChange({ onDeleted }: { onDeleted: () => void }) {
  const [chosen, setChosen] = useChosenFile();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const succeed = (sentence: string) => setOutcome({ tone: 'success', sentence });
  const refuse = (sentence: string) => setOutcome({ tone: 'error', sentence });

  const sending = useSending((sentence) => {
    setChosen(null);
    succeed(sentence);
  }, refuse);
  const removal = useRemoval((sentence) => {
    succeed(sentence);
    onDeleted();
  }, refuse);

  function discard(sentence: string): void {
    setChosen(null);
    refuse(sentence);
  }
  /** Checks the file before it is sent; null clears the choice. */
  function choose(file: File | null): void {
    const error = file && logoFileError(file);
    if (error !== null) return discard(error);
    setChosen(file);
    setOutcome(null);
  }
  /** False when there is nothing to send. */
  function send(): boolean {
    setOutcome(null);
    if (chosen === null) refuse(LOGO_ERRORS.none);
    else sending.mutate(chosen.file);
    return chosen !== null;
  }
  return { chosen, choose, discard, send, sending, removal, outcome, forgetOutcome: () => setOutcome(null) };
}

type Say = (sentence: string) => void;

function useSending(onSent: Say, onRefused: Say) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => upload(uploadLogo, file, setProgress),
    onMutate: () => announce(UPLOADING),
    onSuccess: ({ message, logo_url }) => {
      // Without a URL in the response, fetches the logo.
      if (logo_url === null) void queryClient.invalidateQueries({ queryKey: logoQuery.queryKey });
      else show(logo_url);
      onSent(message || UPLOADED);
    },
    onError: (error) => {
      const isSilent = error instanceof ApiFailure && error.status === null;
      onRefused(isSilent ? `${NOT_UPLOADED} Veuillez réessayer.` : (errorOf(error) ?? NOT_UPLOADED));
    },
    onSettled: () => setProgress(null),
  });
  return { mutate, isPending, progress };
}

function useRemoval(onRemoved: Say, onRefused: Say) {
  return useMutation({
    mutationFn: () => call(deleteLogo, {}),
    onSuccess: ({ message }) => {
      show(null);
      onRemoved(message || DELETED);
    },
    onError: (error) => onRefused(errorOf(error) ?? NOT_DELETED),
  });
}

/** A local file, and the URL that shows it on this page. */
function useChosenFile() {
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null);
  useEffect(
    () => () => {
      if (chosen !== null) URL.revokeObjectURL(chosen.preview);
    },
    [chosen],
  );
  const choose = (file: File | null) => setChosen(file && { file, preview: URL.createObjectURL(file) });
  return [chosen, choose] as const;
}

const Refused = z.object({ error: z.string().min(1) });

/** The server's own text. */
function errorOf(error: unknown): string | null {
  const refused = Refused.safeParse(error instanceof ApiFailure ? error.body : null);
  return refused.success ? refused.data.error : null;
}

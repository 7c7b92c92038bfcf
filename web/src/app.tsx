import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { queryClient } from '#lib/query-client.ts';

/** What every screen may count on, in the browser and where public pages are printed. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  );
}

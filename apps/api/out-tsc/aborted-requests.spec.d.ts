export {};
//# sourceMappingURL=aborted-requests.spec.d.ts.map
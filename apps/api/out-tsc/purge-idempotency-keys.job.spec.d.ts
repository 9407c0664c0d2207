export {};
//# sourceMappingURL=purge-idempotency-keys.job.spec.d.ts.map
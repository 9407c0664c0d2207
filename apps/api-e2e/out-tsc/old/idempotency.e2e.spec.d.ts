export {};
//# sourceMappingURL=idempotency.e2e.spec.d.ts.map
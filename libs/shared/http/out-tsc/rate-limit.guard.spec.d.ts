export {};
//# sourceMappingURL=rate-limit.guard.spec.d.ts.map
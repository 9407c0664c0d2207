export {};
//# sourceMappingURL=json-body.guard.spec.d.ts.map
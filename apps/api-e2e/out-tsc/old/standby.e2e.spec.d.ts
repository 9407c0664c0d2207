export {};
//# sourceMappingURL=standby.e2e.spec.d.ts.map
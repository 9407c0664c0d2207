export {};
//# sourceMappingURL=require-session.spec.d.ts.map
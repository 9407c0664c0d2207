export {};
//# sourceMappingURL=authentication.spec.d.ts.map
export {};
//# sourceMappingURL=deployment.spec.d.ts.map
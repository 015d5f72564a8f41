import { HttpClient } from "@angular/common/http";

export class CatService {
  constructor(private http: HttpClient) {}

  one(id: number) {
    return this.http.get(`/api/cats/${id}`);
  }
}
